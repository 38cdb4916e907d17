/**
 * What people also type to an assistant and no skill should answer: everyday wishes, small talk, acknowledgements and
 * requests that name nothing. Written for this project; the relevance model learns from them what "none" looks like.
 */
export const CHATTER: readonly string[] = `
yes please; no, leave it; ok go on; continue; sounds good; do it; go ahead; option 2; the first one; try again;
same again; fix it; undo that; commit this; push it; run it; looks great, thanks; why did you do that;
what happened; is that all; stop; wait a second; never mind; not now; hello there; good morning;
hey, how are you doing; who made you; are you a real person; what are you able to do; how old are you;
tell me something funny; sing me a song; do you have pets; what is your favourite food; i am bored, what now;
i love you; you are wrong about that; say that once more; speak a bit slower; please talk louder;
can you hear me; what did you just say; thanks for the help; goodbye for today; see you later;
what time is it over in tokyo; what's the date on friday; how many days are left until new year;
wake me at half past six; set an alarm for tomorrow morning; start a timer of ten minutes;
how long is left on my timer; remind me to call my mother tonight; what do i have to remember today;
put eggs and bread on the shopping list; is butter already on my list; take milk off the list;
clear my to do list; what is next on my calendar; am i free on thursday afternoon;
move my appointment with the dentist to monday; cancel the meeting at noon;
book a room for the meeting with sales; when is my next day off; how many holidays do i have left this year;
i want to take next week off; has my boss approved my vacation; when will i be paid;
how much tax was taken from my salary; where do i hand in my travel expenses;
how do i apply for a new health insurance; how much is left in my account; send fifty euros to my sister;
move money from savings to checking; pay the electricity bill; when is my rent due; why was my card declined;
freeze my credit card, i lost it; i need a new bank card, the old one broke; what is my credit limit;
how good is my credit score; how can i get a better credit score;
there is a charge on my account that i don't know; how much did i spend on groceries last month;
what is the interest rate of my savings; i forgot my pin number; what is the routing number of my bank;
order new checks; how much is a dollar in yen; how many pounds are in a stone; what is twelve percent of eighty;
the square root of two hundred please; how far is it from here to the sea; will it rain this weekend;
how cold will it get tonight; do i need an umbrella tomorrow; is there snow in the mountains;
how is traffic on the way to work; which way is the quickest to the airport;
how long does the bus to the station take; call me a taxi to the theatre; is my flight on time;
find me a cheap flight to lisbon in may; book a hotel near the beach for two nights; do i need a visa for brazil;
which vaccinations do i need for kenya; what is the plug type in england; my suitcase did not arrive, what now;
what can i see in rome in one day; is it safe to travel there; rent me a car in madrid; when does my lease end;
how much air belongs in my tires; when was my last oil change; make an appointment to have the brakes looked at;
my engine light came on; how many miles can i still drive; how do i start a car with an empty battery;
how much petrol is left in the tank; where can i park downtown; what shall we eat tonight;
how do i make pancakes; how long do potatoes have to cook; what can i take instead of cream;
how many calories are in a banana; is this yoghurt still good; how long does cooked rice keep;
does this dish contain nuts; is that restaurant any good; book a table for four at eight;
how long is the wait at the pizza place; is the bakery open on sundays; order me a large pepperoni pizza;
where is my parcel; what is the status of my order; can i return these shoes; turn on the light in the kitchen;
make it a bit warmer in here; dim the lamps; is the front door locked; start the vacuum cleaner; play some jazz;
next song please; who sings this; turn the volume down; add this song to my favourites;
what is on television tonight; who won the match yesterday; when does the season start;
what is the capital of mongolia; how tall is the eiffel tower; who wrote that book; what does serendipity mean;
how do you spell necessary; how do you say thank you in japanese; what is goodbye in french; tell me a fun fact;
flip a coin for me; roll two dice; pick a number between one and ten; what does life mean; call my brother;
text her that i am late; read my last message; find my phone; my phone is somewhere in the house;
switch to my work profile; change your name to max; use another language from now on; use a british accent;
which language do you speak; share my location with my wife; what is my nickname; call me captain;
are you listening to me; forget what i told you; reset everything to the beginning; update the settings;
when is the next public holiday; how do i get over a cold; i have a headache;
when should i sleep to wake at seven; what is my blood type; how many steps did i walk; do i owe anybody money;
i was cheated online, what can i do; report my card as stolen; let the bank know that i will be abroad;
raise my spending limit; are there fees when i pay in foreign countries;
put twenty dollars into my retirement plan; who should i invite to dinner; what is a good present for a teacher;
what is in the news; where was i born; what is the meaning of this name; did my team win;
how do i jump start the day; where are you from; where do you live; do you work for somebody else;
what hobbies do you have; can we be friends; let's play a game; i don't know; maybe; that is true; that is false;
could you repeat this for me; one moment please; what did we talk about yesterday; show me more;
tell me more about it; what else; and then; how so; really; is this right; what do you think;
does that make sense; check again; look at it; make it better; make it shorter; more details; explain; help;
help me; what should i do next; is it done; did it work; what changed; open it; close it; save; delete that;
send it; good job; wrong; not like that; change it back; use the other one; both; all of them; none of these;
this one; clean up; merge; rebase please; ship it; lgtm; ping; test; hi; can you look at this;
what about the other file; where were we; keep going; that failed again; it still does not work;
you missed something; read the file again; be honest; are you sure; please be quick; 你好; 谢谢; 今天天气怎么样; 现在几点了; 继续;
好的; 帮我订一张去上海的机票; 明天早上七点叫我起床; 我的银行卡丢了怎么办; 晚饭吃什么好; 放一首歌; 你是谁; 讲个笑话; 打开客厅的灯; 附近有什么好吃的; 再试一次; 为什么; 还有别的吗; 不对;
附近的停车场在哪里; 我的快递到哪了; 今天几号; привет; спасибо; какая сегодня погода; который час; продолжай; закажи мне такси;
включи музыку; сколько денег на счету; hola, qué tal; gracias; qué tiempo hace hoy; weiter; danke dir;
wie spät ist es; bonjour; merci beaucoup; quel temps fait-il; ありがとう; 今何時ですか; 안녕하세요
`
  .split(';')
  .map((phrase) => phrase.trim())
